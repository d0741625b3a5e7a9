"""How the tests of the package tell what became of each case."""
import unittest


class Verdicts(unittest.TextTestResult):
    """Says how each case ended, as cmocka does: tools/count-tests reads it."""

    def say(self, verdict, test):
        print(f"[{verdict}] {test._testMethodName}", flush=True)

    def startTest(self, test):
        super().startTest(test)
        self.bad, self.passed_over = len(self.failures) + len(self.errors), len(self.skipped)
        self.say(" RUN      ", test)

    def stopTest(self, test):
        super().stopTest(test)
        fine = len(self.failures) + len(self.errors) == self.bad
        self.say("  SKIPPED " if len(self.skipped) > self.passed_over else "       OK " if fine else "  FAILED  ", test)


def main():
    unittest.main(module="__main__", testRunner=unittest.TextTestRunner(resultclass=Verdicts, verbosity=0))
