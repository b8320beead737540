"""What packages do on their own: agents on a schedule, and the alerts that they raise."""
