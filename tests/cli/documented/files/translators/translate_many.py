import runpy

runpy.run_path("model.py", run_name="__main__")
