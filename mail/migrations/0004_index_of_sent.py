from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0003_waitlist'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='outboxemail',
            name='error',
            field=models.CharField(blank=True, help_text='Why the last try failed, or why it is not sent.', max_length=200),
        ),
        migrations.AddIndex(
            model_name='outboxemail',
            index=models.Index(condition=models.Q(('state', 'SENT')), fields=['recipient', '-sent_at'], name='email_sent_to_user'),
        ),
    ]
