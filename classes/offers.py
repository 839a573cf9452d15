"""Offers: the free seats of a class go to its waitlist first, each as a hold that lasts until ``offered_until``.

Every change of what is free in a class calls ``make_offers`` in its transaction, and so does everybody who wants a
seat, before their own request is looked at.
"""
