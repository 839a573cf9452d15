import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OutboxEmail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('booked', 'Booked'), ('late_payment_refunded', 'Late Payment Refunded'), ('enrollment_canceled', 'Enrollment Canceled'), ('refunded', 'Refunded'), ('paid_back', 'Paid Back'), ('check_returned', 'Check Returned'), ('moved', 'Moved'), ('class_decided', 'Class Decided'), ('class_changed', 'Class Changed'), ('class_handed_over', 'Class Handed Over'), ('class_withdrawn', 'Class Withdrawn'), ('waitlist_joined', 'Waitlist Joined'), ('waitlist_offer', 'Waitlist Offer'), ('waitlist_lapsed', 'Waitlist Lapsed'), ('waitlist_closed', 'Waitlist Closed'), ('collected_by_other', 'Collected By Other'), ('reserved', 'Reserved'), ('reservation_ends', 'Reservation Ends'), ('reservation_ended', 'Reservation Ended'), ('reminder', 'Reminder'), ('season_opens', 'Season Opens'), ('care_due', 'Care Due'), ('shared_seat', 'Shared Seat'), ('guardian_invited', 'Guardian Invited'), ('message', 'Message'), ('alert', 'Alert'), ('alert_digest', 'Alert Digest'), ('invitation', 'Invitation'), ('welcome', 'Welcome'), ('login_changed', 'Login Changed')], max_length=30)),
                ('about', models.CharField(help_text='The cause, such as the id of a payment.', max_length=100)),
                ('facts', models.JSONField(blank=True, default=dict)),
                ('state', models.CharField(choices=[('QUEUED', 'Queued'), ('SENT', 'Sent'), ('FAILED', 'Failed'), ('SKIPPED', 'Skipped')], default='QUEUED', max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now, help_text='When it is sent, at the earliest.')),
                ('valid_until', models.DateTimeField(blank=True, help_text='It is not sent after this time.', null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('error', models.CharField(blank=True, help_text='Why the last try failed, or why it is not sent.', max_length=200)),
                ('address_refused', models.BooleanField(default=False, help_text="The recipient's mail server knows no such address.")),
                ('guardianship', models.ForeignKey(blank=True, db_index=False, help_text='Of a second guardian.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='emails', to='accounts.guardianship')),
                ('recipient', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='emails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'e-mail',
                'indexes': [models.Index(condition=models.Q(('state', 'QUEUED')), fields=['due_at'], name='email_queued'), models.Index(condition=models.Q(('guardianship__isnull', False)), fields=['guardianship'], name='email_of_guardian'), models.Index(fields=['-created_at', '-id'], name='email_newest_first'), models.Index(fields=['recipient', '-created_at', '-id'], name='email_of_user'), models.Index(condition=models.Q(('state', 'SENT')), fields=['sent_at'], name='email_sent'), models.Index(condition=models.Q(('state', 'SENT')), fields=['recipient', '-sent_at'], name='email_sent_to_user'), models.Index(condition=models.Q(('state__in', ['FAILED', 'SKIPPED'])), fields=['state', '-created_at', '-id'], name='email_not_delivered')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'about', 'recipient'), name='email_once'), models.CheckConstraint(condition=models.Q(('recipient__isnull', False), models.Q(('guardianship__isnull', False), ('kind', 'guardian_invited')), _connector='OR'), name='email_has_a_recipient'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'SENT'), _negated=True), ('sent_at__isnull', False), _connector='OR'), name='email_sent_has_its_time')],
            },
        ),
        migrations.CreateModel(
            name='Alert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('class_pending', 'Class Pending'), ('class_changed', 'Class Changed'), ('refund_failed', 'Refund Failed'), ('dispute', 'Dispute'), ('refund_unassigned', 'Refund Unassigned'), ('reservation_ends', 'Reservation Ends'), ('too_few_seats', 'Too Few Seats'), ('sold_out', 'Sold Out'), ('emails_failed', 'Emails Failed'), ('site_check', 'Site Check'), ('barred', 'Barred'), ('care_unreadable', 'Care Unreadable')], max_length=30)),
                ('about', models.CharField(help_text='The cause, such as the id of a payment.', max_length=100)),
                ('facts', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('digested_at', models.DateTimeField(blank=True, help_text='When it was put into the e-mail of a day.', null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('digested_at__isnull', True)), fields=['created_at'], name='alert_not_digested')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'about'), name='alert_once')],
            },
        ),
    ]
