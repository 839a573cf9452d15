from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='payment',
            name='dispute_lost_at',
            field=models.DateTimeField(blank=True, help_text='When the bank decided for the cardholder: it has returned the money.', null=True),
        ),
        migrations.AlterField(
            model_name='payment',
            name='disputed_at',
            field=models.DateTimeField(blank=True, help_text='When the cardholder disputed the charge. Empty again once that is settled.', null=True),
        ),
    ]
