from classes.admin import catalog, participants, seasons

__all__ = ["catalog", "participants", "seasons"]
