"""What `make run` starts and seeds: the site on embedded services, filled with example data. Development only.

No app imports this package. Django loads it as an app only with CAMP_DEMO=1.
"""
