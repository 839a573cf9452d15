"""Orders are locked before classes. Payments are not locked: the lock of their order serializes changes."""

from uuid import UUID

from django.db.models import Q

from accounts.models import User
from core.errors import first_or_not_found
from payments.models import Order, Payment
from payments.orders import sql
from payments.stripe.results import Intent


def lock_order(intent: Intent) -> Order | None:
    """None for an intent that is not in the database.

    If the process died before it stored the intent's id, the order's id in the metadata identifies it.
    """
    order = next(iter(sql.select_orders_for_update(intent_id=intent.id)), None)
    if order is None and _is_uuid(intent.order):
        # The intent may be stored while this query waits for the lock.
        this_or_none = Q(intent_id=None) | Q(intent_id=intent.id)
        order = Order.objects.locked().filter(this_or_none, pk=intent.order).first()
    if order is not None and order.intent_id is None:
        order.intent_id = intent.id
    return order


def payments_of(order: Order) -> list[Payment]:
    """With their enrollments, in the order in which they were requested."""
    return sql.select_payments([order])


def lock_payment(payment_id: UUID) -> Payment:
    """Locks the order of the payment."""
    first_or_not_found(Order.objects.locked().filter(payments=payment_id))
    return Payment.objects.select_related("order").get(pk=payment_id)


def lock_open_orders(account: User) -> dict[Order, list[Payment]]:
    """With the payments of each, which have their enrollments."""
    payments: dict[Order, list[Payment]] = {order: [] for order in sql.select_orders_for_update(open_of=account.pk)}
    if payments:
        for payment in sql.select_payments(list(payments)):
            payments[payment.order].append(payment)
    return payments


def lock_orders_of(*, account: User) -> None:
    """Until the transaction ends, no other request settles one of these orders."""
    list(Order.objects.select_for_update(no_key=True).filter(student=account).order_by("pk").values_list("pk"))


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
