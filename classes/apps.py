from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "classes"

    def ready(self) -> None:
        from accounts.models import Guardianship
        from accounts.roles import access_changed, role_ending
        from classes import emails
        from classes.catalog.handover import refuse_while_teaching
        from classes.seats.reservations import is_reserved
        from classes.waitlist.entries import close_entries_of
        from core.cache.invalidation import invalidate_on_write
        from mail.checks import register_condition
        from mail.models import OutboxEmail
        from mail.rendering import register_details

        role_ending.connect(refuse_while_teaching, dispatch_uid="coming classes")
        access_changed.connect(close_entries_of, dispatch_uid="waitlist entries")
        shown = ("CampClass", "Enrollment", "Craft", "Lesson", "WaitlistEntry", "Season")
        invalidate_on_write(*map(self.get_model, shown), Guardianship)
        register_condition(OutboxEmail.Kind.CLASS_CHANGED, emails.has_changed_class)
        register_condition(OutboxEmail.Kind.CLASS_HANDED_OVER, emails.is_handed_over)
        register_details(OutboxEmail.Kind.CLASS_CHANGED, emails.instructor_names)
        register_condition(OutboxEmail.Kind.SEASON_OPENS, emails.still_opens)
        register_details(OutboxEmail.Kind.SEASON_OPENS, emails.selected_classes)
        register_condition(OutboxEmail.Kind.CLASS_DECIDED, emails.is_decided)
        register_details(OutboxEmail.Kind.WAITLIST_OFFER, emails.offered_class)
        register_details(OutboxEmail.Kind.CLASS_DECIDED, emails.decisions)
        register_condition(OutboxEmail.Kind.WAITLIST_JOINED, emails.is_waiting)
        register_condition(OutboxEmail.Kind.RESERVATION_ENDS, is_reserved)
