import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OutboxEmail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('booked', 'Booked'), ('late_payment_refunded', 'Late Payment Refunded'), ('enrollment_canceled', 'Enrollment Canceled'), ('refunded', 'Refunded'), ('class_decided', 'Class Decided'), ('class_changed', 'Class Changed'), ('class_handed_over', 'Class Handed Over'), ('class_withdrawn', 'Class Withdrawn'), ('waitlist_joined', 'Waitlist Joined'), ('waitlist_offer', 'Waitlist Offer'), ('waitlist_lapsed', 'Waitlist Lapsed'), ('waitlist_closed', 'Waitlist Closed'), ('collected_by_other', 'Collected By Other'), ('reminder', 'Reminder'), ('season_opens', 'Season Opens'), ('care_due', 'Care Due'), ('welcome', 'Welcome'), ('login_changed', 'Login Changed')], max_length=30)),
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
                ('recipient', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='emails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'e-mail',
                'indexes': [models.Index(condition=models.Q(('state', 'QUEUED')), fields=['due_at'], name='email_queued'), models.Index(fields=['-created_at', '-id'], name='email_newest_first'), models.Index(fields=['recipient', '-created_at', '-id'], name='email_of_user'), models.Index(condition=models.Q(('state', 'SENT')), fields=['recipient', '-sent_at'], name='email_sent_to_user'), models.Index(condition=models.Q(('state__in', ['FAILED', 'SKIPPED'])), fields=['state', '-created_at', '-id'], name='email_not_delivered')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'about', 'recipient'), name='email_once'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'SENT'), _negated=True), ('sent_at__isnull', False), _connector='OR'), name='email_sent_has_its_time')],
            },
        ),
    ]
