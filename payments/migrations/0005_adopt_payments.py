"""Gives each payment an order of its own. The order has the payment's id, which was the idempotency key."""

from django.db import migrations

ADOPT_PAYMENTS = """
WITH adopted AS (
    UPDATE payments_payment SET order_id = id WHERE order_id IS NULL
    RETURNING id, student_id, state, price, intent_id, created_at, paid_at, answered_at
)
INSERT INTO payments_order (id, student_id, state, amount, intent_id, created_at, paid_at, answered_at,
    unassigned_refund)
SELECT id, student_id,
    CASE WHEN paid_at IS NOT NULL THEN 'PAID' WHEN state = 'started' THEN 'STARTED' ELSE 'CANCELED' END,
    price, intent_id, created_at, paid_at, answered_at, 0
FROM adopted
"""


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0004_orders'),
    ]

    operations = [
        migrations.RunSQL(ADOPT_PAYMENTS, migrations.RunSQL.noop),
    ]
