"""Prices in ap-south-1, in US dollars without tax, as we knew them on KNOWN_ON, and the page that has each. They were not taken
from the price list: https://calculator.aws has the one of today. What is free each month is apart, because an account has it
once.
"""

KNOWN_ON = "2026-11-21"
CLOUDWATCH = "https://aws.amazon.com/cloudwatch/pricing/"
DYNAMODB = "https://aws.amazon.com/dynamodb/pricing/on-demand/"
CLOUDFRONT = "https://aws.amazon.com/cloudfront/pricing/pay-as-you-go/"
LAMBDA = "https://aws.amazon.com/lambda/pricing/"
WAF = "https://aws.amazon.com/waf/pricing/"

MILLION = 1e6
# What: its price for one, and the page.
PRICES = {
    "metric, a month": (0.30, CLOUDWATCH),
    "metric in an alarm, a month": (0.10, CLOUDWATCH),
    "dashboard, a month": (3.00, CLOUDWATCH),
    "GB of log": (0.67, CLOUDWATCH),
    "secret, a month": (0.40, "https://aws.amazon.com/secrets-manager/pricing/"),
    "event of a schedule": (1.00 / MILLION, "https://aws.amazon.com/eventbridge/pricing/"),
    "call of a function": (0.20 / MILLION, LAMBDA),
    "second of a function with a GB, x86_64": (0.0000166667, LAMBDA),
    "second of a function with a GB, arm64": (0.0000133334, LAMBDA),
    "unit written": (0.7125 / MILLION, DYNAMODB),
    "unit read": (0.1425 / MILLION, DYNAMODB),
    "GB kept in a table, a month": (0.285, DYNAMODB),
    "GB kept for recovery, a month": (0.228, DYNAMODB),
    "GB kept in a bucket, a month": (0.025, "https://aws.amazon.com/s3/pricing/"),
    "mail": (0.10 / 1_000, "https://aws.amazon.com/ses/pricing/"),
    "GB to a person": (0.109, CLOUDFRONT),
    "request at CloudFront": (0.012 / 10_000, CLOUDFRONT),
    "call of CloudFront's function": (0.10 / MILLION, CLOUDFRONT),
    "call of the API": (1.05 / MILLION, "https://aws.amazon.com/api-gateway/pricing/"),
    "web ACL, a month": (5.00, WAF),
    "rule of a web ACL, a month": (1.00, WAF),
    "request at the web ACL": (0.60 / MILLION, WAF),
}
# Each month for an account, for as long as it is there. A dashboard is free with up to 50 metrics, which ours has when nobody comes.
FREE = {
    "metric, a month": 10, "dashboard, a month": 3, "metric in an alarm, a month": 10, "GB of log": 5,
    "call of a function": MILLION, "event of a schedule": 14 * MILLION, "GB kept in a table, a month": 25, "GB to a person": 1_000,
    "request at CloudFront": 10 * MILLION, "call of CloudFront's function": 2 * MILLION}
