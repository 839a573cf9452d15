from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Replaces the index for counting taken seats by one without the released rows, while the site is running."""

    atomic = False

    dependencies = [
        ('classes', '0005_waitlist'),
    ]

    operations = [
        # Writes are not blocked, so it may wait for long transactions, such as a backup. A timeout would leave an
        # invalid index.
        migrations.RunSQL('SET lock_timeout = 0', 'RESET lock_timeout'),
        # If this migration was killed before, the index exists, but it is invalid.
        migrations.RunSQL('DROP INDEX CONCURRENTLY IF EXISTS enrollment_takes_seat', migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name='enrollment',
            index=models.Index(
                condition=models.Q(('state__in', ['HELD', 'CONFIRMED'])),
                fields=['camp_class', 'state', 'held_until'],
                name='enrollment_takes_seat',
            ),
        ),
        RemoveIndexConcurrently(model_name='enrollment', name='enrollment_taking_seats'),
        migrations.RunSQL('RESET lock_timeout', 'SET lock_timeout = 0'),
    ]
