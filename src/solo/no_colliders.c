/*
 * ODE's list of collisions names those of all its shapes, and so they would all be linked. Our pieces are boxes and cylinders: the others
 * stand here with nothing in them, under the names that C++ gives them.
 */

struct dxGeom;
struct dContactGeom;

#define NEVER(name)                                                                                                    \
    int name(struct dxGeom *one, struct dxGeom *other, int flags, struct dContactGeom *contacts, int skip);            \
    int name(struct dxGeom *one, struct dxGeom *other, int flags, struct dContactGeom *contacts, int skip)             \
    {                                                                                                                  \
        (void)one, (void)other, (void)flags, (void)contacts, (void)skip;                                               \
        return 0;                                                                                                      \
    }

NEVER(_Z14dCollideRayBoxP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z16dCollideRayPlaneP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z17dCollideConvexBoxP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z17dCollideRayConvexP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z17dCollideRaySphereP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z18dCollideCapsuleBoxP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z18dCollideRayCapsuleP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z19dCollideConvexPlaneP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z19dCollideHeightfieldP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z19dCollideRayCylinderP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z20dCollideCapsulePlaneP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z20dCollideConvexConvexP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z20dCollideSphereConvexP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z21dCollideCapsuleSphereP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z21dCollideConvexCapsuleP6dxGeomS0_iP12dContactGeomi)
NEVER(_Z22dCollideCapsuleCapsuleP6dxGeomS0_iP12dContactGeomi)
