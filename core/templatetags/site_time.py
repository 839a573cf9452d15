from django import template

from core.site_time import site_zone_name

register = template.Library()

register.simple_tag(site_zone_name)
