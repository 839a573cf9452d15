import classes.models.price
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('classes', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Order',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('state', models.CharField(choices=[('STARTED', 'Started'), ('PAID', 'Paid'), ('CANCELED', 'Canceled before payment')], default='STARTED', max_length=10)),
                ('amount', models.DecimalField(decimal_places=2, help_text='US dollars; the sum of its payments.', max_digits=8)),
                ('intent_id', models.CharField(blank=True, help_text="The PaymentIntent's id; empty if it is free.", max_length=255, null=True, unique=True)),
                ('method', models.CharField(choices=[('CARD', 'Card'), ('DESK', 'At the desk')], db_default='CARD', default='CARD', max_length=10)),
                ('desk_key', models.UUIDField(blank=True, help_text='Of the request, so that a repeated one takes no money twice.', null=True, unique=True)),
                ('desk_body', models.CharField(blank=True, db_default='', default='', editable=False, help_text='The SHA-256 of that request.', max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('answered_at', models.DateTimeField(blank=True, help_text="When the student's browser first got the result of the settlement.", null=True)),
                ('unassigned_refund', models.DecimalField(decimal_places=2, default=0, help_text='US dollars that were refunded at Stripe without naming one of several payments.', max_digits=8)),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='orders', to=settings.AUTH_USER_MODEL)),
                ('taken_by', models.ForeignKey(blank=True, db_index=False, help_text='The admin who took the money at the desk.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('position', models.PositiveSmallIntegerField(default=1, help_text='In the order, from 1.')),
                ('state', models.CharField(choices=[('started', 'Started'), ('canceled', 'Canceled before payment'), ('enrollPending', 'Paid, waiting for confirmation'), ('enrolled', 'Enrolled'), ('refundPending', 'Being refunded'), ('refunded', 'Refunded')], default='started', max_length=15)),
                ('price', models.DecimalField(decimal_places=2, help_text='US dollars.', max_digits=7)),
                ('discount', models.DecimalField(db_default=0, decimal_places=2, default=0, help_text='US dollars; the price is so much below the list price.', max_digits=7)),
                ('discount_text', models.CharField(blank=True, db_default='', default='', help_text='Its reason.', max_length=100)),
                ('selection_id_was', models.BigIntegerField(blank=True, null=True, verbose_name='number of the former selection')),
                ('class_name', models.CharField(max_length=40)),
                ('class_image', models.CharField(max_length=2000)),
                ('instructor_name', models.CharField(blank=True, max_length=100)),
                ('instructor_email', models.EmailField(max_length=254)),
                ('student_name', models.CharField(blank=True, max_length=100)),
                ('child_name', models.CharField(blank=True, help_text='Empty: the student takes part.', max_length=100)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('disputed_at', models.DateTimeField(blank=True, help_text='When the cardholder disputed the charge. Empty again once that is settled.', null=True)),
                ('dispute_lost_at', models.DateTimeField(blank=True, help_text='When the bank decided for the cardholder: it has returned the money.', null=True)),
                ('camp_class', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='classes.campclass', verbose_name='class')),
                ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='classes.enrollment')),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='payments.order')),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to=settings.AUTH_USER_MODEL)),
            ],
            bases=(classes.models.price.Priced, models.Model),
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('from_enrollment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='moved_to', to='classes.enrollment')),
                ('to_enrollment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='moved_from', to='classes.enrollment')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='payments.payment')),
            ],
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='What it is about, so that nothing is booked twice.', max_length=80, unique=True)),
                ('kind', models.CharField(choices=[('CHARGE', 'Charge'), ('REFUND', 'Refund'), ('RETURNED', 'Returned by the bank'), ('MOVE', 'Moved to another class')], max_length=10)),
                ('method', models.CharField(choices=[('card', 'Card'), ('cash', 'Cash'), ('check', 'Check'), ('transfer', 'Bank transfer'), ('none', 'By hand, outside Stripe')], max_length=10)),
                ('amount', models.DecimalField(decimal_places=2, help_text='US dollars; negative if the school paid it.', max_digits=8)),
                ('happened_at', models.DateTimeField()),
                ('reference', models.CharField(blank=True, db_default='', default='', help_text='Such as the number of a check, or the id of a refund at Stripe.', max_length=100)),
                ('camp_class', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='classes.campclass', verbose_name='class')),
                ('recorded_by', models.ForeignKey(blank=True, db_index=False, help_text='The admin who recorded it; empty: the site.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='payments.order')),
                ('payment', models.ForeignKey(blank=True, help_text="Empty: a refund that names no payment, or a charge of another amount than the order's.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='payments.payment')),
            ],
            options={
                'verbose_name_plural': 'ledger entries',
            },
        ),
        migrations.CreateModel(
            name='ShownPayment',
            fields=[
            ],
            options={
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('payments.payment',),
        ),
        migrations.CreateModel(
            name='Refund',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('amount', models.DecimalField(decimal_places=2, help_text='US dollars.', max_digits=7)),
                ('reason', models.CharField(choices=[('class_full', 'The class filled up before your payment arrived.'), ('already_enrolled', 'You already had a seat in this class.'), ('not_bookable', "This class couldn't be booked."), ('amount_changed', 'Your card was charged an amount other than the price of this class.'), ('canceled', 'You canceled your seat.'), ('class_withdrawn', 'The school canceled this class.'), ('by_staff', 'The school refunded you.'), ('at_provider', 'Refunded through the card provider.'), ('check_returned', 'Your bank returned the check.'), ('part', 'The school gave back a part of the price.')], max_length=20)),
                ('state', models.CharField(choices=[('OWED', 'Owed'), ('SENT', 'Sent to the card'), ('BY_HAND', 'Paid back by hand'), ('REPLACED', 'Went back with the whole payment, or by the bank')], default='OWED', max_length=10)),
                ('stripe_id', models.CharField(blank=True, default='', max_length=255, verbose_name='refund at Stripe')),
                ('failures', models.PositiveSmallIntegerField(default=0, help_text='How often Stripe refused to refund it.')),
                ('error', models.CharField(blank=True, default='', help_text='Why it failed last, or is pending.', max_length=200)),
                ('note', models.CharField(blank=True, default='', help_text='Of staff, for the family.', max_length=200)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, db_index=False, help_text='The admin who decided it; empty: the student, the site or the bank.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='payments.payment')),
            ],
        ),
        migrations.CreateModel(
            name='StripeEvent',
            fields=[
                ('event_id', models.CharField(max_length=255, primary_key=True, serialize=False)),
                ('type', models.CharField(max_length=100)),
                ('object_id', models.CharField(blank=True, max_length=255)),
                ('received_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'verbose_name': 'Stripe event',
                'indexes': [models.Index(fields=['-received_at'], name='event_newest_first'), models.Index(fields=['type', '-received_at'], name='event_by_type'), models.Index(fields=['object_id'], name='event_by_object')],
            },
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('state', 'STARTED')), fields=['student'], name='order_open'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('unassigned_refund__gt', 0)), fields=['unassigned_refund'], name='order_refund_unassigned'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('unassigned_refund__gte', 0), ('unassigned_refund__lte', models.F('amount'))), name='order_refund_within_amount'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paid_at__isnull', False), ('state', 'PAID')), models.Q(models.Q(('state', 'PAID'), _negated=True), ('paid_at', None)), _connector='OR'), name='order_paid_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('desk_key', None), ('method', 'CARD'), ('taken_by', None)), models.Q(('desk_key__isnull', False), ('intent_id', None), ('method', 'DESK'), ('taken_by__isnull', False)), _connector='OR'), name='order_desk_has_no_intent'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(fields=['student', '-paid_at', '-id'], name='payment_history'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(fields=['-created_at', '-id'], name='payment_newest_first'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(fields=['state', '-created_at', '-id'], name='payment_by_state'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(condition=models.Q(('disputed_at__isnull', False)), fields=['disputed_at'], name='payment_disputed'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(condition=models.Q(('state__in', ['started', 'enrollPending', 'refundPending'])), fields=['created_at'], name='payment_unfinished'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(condition=models.Q(('state__in', ['enrollPending', 'enrolled'])), fields=['paid_at'], include=('camp_class',), name='payment_sale'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('price__gte', 0)), name='payment_price_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('discount__gte', 0)), name='payment_discount_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['started', 'canceled']), ('paid_at__isnull', False), _connector='OR'), name='payment_paid_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['enrollPending', 'enrolled'])), fields=('enrollment',), name='payment_one_for_each_seat'),
        ),
        migrations.AddIndex(
            model_name='ledgerentry',
            index=models.Index(fields=['happened_at', 'id'], name='ledger_by_time'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='ledger_entry_moves_money'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'CHARGE'), _negated=True), ('amount__gt', 0), _connector='OR'), name='ledger_charge_is_income'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('camp_class__isnull', True), ('payment__isnull', True)), models.Q(('camp_class__isnull', False), ('payment__isnull', False)), _connector='OR'), name='ledger_payment_has_its_class'),
        ),
        migrations.AddIndex(
            model_name='refund',
            index=models.Index(fields=['-created_at', '-id'], name='refund_newest_first'),
        ),
        migrations.AddIndex(
            model_name='refund',
            index=models.Index(condition=models.Q(('state', 'OWED')), fields=['created_at'], name='refund_owed'),
        ),
        migrations.AddConstraint(
            model_name='refund',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), models.Q(('amount', 0), models.Q(('reason', 'part'), _negated=True)), _connector='OR'), name='refund_is_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='refund',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', 0), ('ended_at', None), ('state', 'OWED')), models.Q(models.Q(('state', 'OWED'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='refund_ended_has_its_time'),
        ),
    ]
