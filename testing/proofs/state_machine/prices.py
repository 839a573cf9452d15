"""The rules of the state machine about prices: early prices, siblings, and codes that are created and canceled."""

from datetime import timedelta
from decimal import Decimal

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import rule

from accounts.models import User
from classes.models import CampClass, Season, Voucher
from core.site_time import site_day
from testing.clients.api import as_
from testing.factories import make_voucher
from testing.proofs.state_machine.events import CampEvents, classes

codes = st.sampled_from(["", "", "TEN", "AID", "LAST"])


class PriceRules(CampEvents):
    """What instructors and admins do about prices."""

    students: list[User]

    def create_vouchers(self) -> None:
        """A code for two orders of everybody, financial aid of one family, and a code that can be used once."""
        make_voucher("TEN", percent=10, per_account=2)
        make_voucher("AID", percent=100, account=self.students[0])
        make_voucher("LAST", amount=Decimal(20), max_uses=1)

    @rule(camp_class=classes, share=st.sampled_from([None, Decimal(1), Decimal("0.5")]), days=st.sampled_from([-1, 0]))
    def set_early_price(self, camp_class: int, share: Decimal | None, days: int) -> None:
        """Sets it to this share of the price, less a cent; its last day is today or was yesterday."""
        price = CampClass.objects.get(pk=self.classes[camp_class].pk).price
        early = None if share is None or not price else (share * price).quantize(Decimal("0.01")) - Decimal("0.01")
        until = early and (site_day(timezone.now()) + timedelta(days=days)).isoformat()
        self.change(camp_class, {"earlyPrice": early and float(early), "earlyUntil": until}, 200)

    @rule(percent=st.sampled_from([0, 10, 50]))
    def set_sibling_discount(self, percent: int) -> None:
        Season.objects.update(sibling_percent=percent)

    @rule(code=st.sampled_from(["TEN", "AID", "LAST"]), canceled=st.booleans())
    def cancel_voucher(self, code: str, canceled: bool) -> None:
        """Cancels it, or makes it as good as new, which no admin can."""
        voucher = Voucher.objects.filter(code=code).first()
        if voucher is None:  # the code was deleted with its account
            return
        if canceled:
            as_(self.admin).put(f"/vouchers/{voucher.pk}", {"canceled": True})
        else:
            Voucher.objects.filter(pk=voucher.pk).update(canceled_at=None)
