// Drawings that the page and the printer share, as data: a drawing is a list of paths, each with its class, its `d` and, if it has been
// moved, its transform. A game's own are in its web/pictures.json.

export type Parts = string[][];

export function Drawing({ parts }: { parts: Parts }) {
  return (
    <>
      {parts.map(([name, path, transform], index) => (
        <path key={index} class={name || undefined} d={path} transform={transform} />
      ))}
    </>
  );
}
