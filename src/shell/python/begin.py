import sys

# Files of the current folder are no modules: a folder of matches may have a json.py, whoever it is from.
sys.path[:1] = [folder for folder in sys.path[:1] if folder]


def _begin():
    import json, linecache, os, types
    if sys.version_info < (3, 8):
        sys.exit("gammon needs Python 3.8 or newer; this is " + sys.version.split()[0])
    reader, writer = (int(number) for number in sys.argv[1:3])
    os.set_inheritable(reader, False)
    os.set_inheritable(writer, False)
    reader, writer = os.fdopen(reader, "r", encoding="utf-8"), os.fdopen(writer, "w", encoding="utf-8")
    sys.argv = [""]
    for name, source in json.loads(reader.readline()).items():
        path = "<gammon>/%s.py" % name
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        module = sys.modules[name] = types.ModuleType(name)
        module.__file__ = path
        exec(compile(source, path, "exec"), module.__dict__)
    sys.modules["gammon"]._serve(reader, writer)


_begin()
