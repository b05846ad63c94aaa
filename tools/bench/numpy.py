"""Posterior and expected information of every finding by two matrix products, as numpy users write it.

Speaks the protocol of main.go. Set up by {"prior": [condition], "background": [finding], "links": [[finding, condition,
P(finding | condition)]], "cases": [[[finding answered yes], [answered no]]]}. A round is one answer of each case; its time is
processor time. The first round also tells the finding of most information, by case.
"""
import json
import sys
import time


def reply(**what):
    print(json.dumps(what), flush=True)


def blas():
    """The BLAS libraries that this process has loaded."""
    with open("/proc/self/maps") as maps:
        return {line.split()[-1] for line in maps if "blas" in line}


def entropy(p):
    return -(p * numpy.log(p) + (1 - p) * numpy.log1p(-p))


class Engine:
    def __init__(self, setup):
        self.prior = numpy.log(numpy.array(setup["prior"], numpy.float32))
        table = numpy.repeat(numpy.array(setup["background"])[:, None], len(setup["prior"]), axis=1)
        for finding, condition, p in setup["links"]:
            table[finding, condition] = p
        table = numpy.clip(table, 1e-6, 1 - 1e-6)
        self.yes = numpy.ascontiguousarray(table, numpy.float32)
        self.entropy = numpy.ascontiguousarray(entropy(table), numpy.float32)
        self.log_yes = numpy.ascontiguousarray(numpy.log(table), numpy.float32)
        self.log_no = numpy.ascontiguousarray(numpy.log1p(-table), numpy.float32)
        self.cases = [(numpy.array(yes, int), numpy.array(no, int)) for yes, no in setup["cases"]]

    def information(self, yes, no):
        p = self.prior + self.log_yes[yes].sum(axis=0) + self.log_no[no].sum(axis=0)
        p = numpy.exp(p - p.max())
        p /= p.sum()
        return entropy(self.yes @ p) - self.entropy @ p

    def round(self):
        begin = time.process_time()
        best = [int(self.information(yes, no).argmax()) for yes, no in self.cases]
        return (time.process_time() - begin) / len(self.cases) * 1e6, best


try:
    import numpy
except ImportError as e:
    sys.stdin.readline()
    reply(error="python3 has no numpy (Debian: python3-numpy, libopenblas0-pthread): %s" % e)
    sys.exit(0)

engine = Engine(json.loads(sys.stdin.readline()))
if not any("openblas" in path for path in blas()):
    reply(error="numpy is not linked with OpenBLAS (Debian: libopenblas0-pthread)")
    sys.exit(0)
reply(micros=0)
first = True
for _ in sys.stdin:
    micros, best = engine.round()
    reply(micros=micros, found=[[str(b)] for b in best] if first else [])
    first = False
