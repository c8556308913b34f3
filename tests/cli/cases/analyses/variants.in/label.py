def label(count):
    return "count=%(count)d" % locals()
