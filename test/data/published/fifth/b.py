from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Metric(str, Enum):
    weight = "weight"
    heart_rate = "heart_rate"
    body_temperature = "body_temperature"
    blood_glucose = "blood_glucose"
    spo2 = "spo2"
    waist = "waist_circumference"


class ActivityType(str, Enum):
    RUN = "Run"
    RIDE = "Ride"
    SWIM = "Swim"
    WALK = "Walk"
    HIKE = "Hike"
    YOGA = "Yoga"
    WEIGHT_TRAINING = "WeightTraining"
    ROWING = "Rowing"


class MeasurementArgs(ToolArguments):
    metric: Metric = Field(..., description="Which body measurement is recorded (spo2 = blood oxygen saturation)")
    value: float = Field(..., description="The reading")
    unit: Optional[Literal["kg", "lb", "bpm", "celsius", "fahrenheit", "mg/dl", "mmol/l", "percent", "cm", "in"]] = Field(
        None, description="Unit of the reading; the profile's unit if omitted")
    measured_at: Optional[datetime] = Field(None, description="When the reading was taken, if not now")


class WorkoutArgs(ToolArguments):
    activityType: ActivityType = Field(..., description="Sport")
    duration: timedelta = Field(..., description="Duration as ISO 8601, e.g. PT30M")
    distanceKm: Optional[float] = Field(None, gt=0, description="Distance in kilometers")
    perceivedExertion: Optional[int] = Field(None, ge=1, le=10, description="Perceived effort on a scale from 1 to 10")
    performedOn: Optional[date] = Field(None, description="Day of the workout, defaults to today")
    indoor: bool = Field(False, description="True for an indoor session")


class SleepArgs(ToolArguments):
    bedtime: Optional[time] = Field(None, description="Time the user went to bed, HH:MM:SS")
    wake_time: Optional[time] = Field(None, description="Time the user got up, HH:MM:SS")
    hours: Optional[float] = Field(None, ge=0, le=24, description="Hours slept")
    quality: Optional[int] = Field(None, ge=1, le=5, description="Subjective sleep quality, 1 (worst) to 5 (best)")
    awakenings: Optional[int] = Field(None, ge=0, description="Number of times the user was awake during the night")
    nap: bool = Field(False, description="Set for a nap during the day")


class SymptomArgs(ToolArguments):
    symptom: str = Field(..., description="The complaint in the user's words")
    severity: Optional[Literal["mild", "moderate", "severe"]] = None
    started_on: Optional[date] = Field(None, description="First day of the complaint")
    triggers: Optional[list[str]] = Field(None, description="Suspected causes, e.g. foods, weather")
    ongoing: bool = Field(True, description="False once the complaint has passed")


class QueryArgs(ToolArguments):
    category: Literal["weight", "heart_rate", "blood_glucose", "sleep", "workouts", "symptoms"]
    period: Optional[Literal["today", "yesterday", "this_week", "last_week", "this_month", "last_month", "this_year"]] = None
    since: Optional[date] = None
    statistic: Literal["list", "average", "min", "max", "count"] = "list"
    output_format: Literal["json", "csv", "markdown"] = "json"
    limit: int = Field(50, ge=1, le=500)


class EmptyArgs(ToolArguments):
    """No input."""


class EntryOut(ToolOutput):
    ok: bool
    message: Optional[str] = None


class HealthDiaryToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("health-diary", config, bus)

    def discover_tools(self):
        def call(_):
            return EntryOut(ok=True)

        return [
            AgentTool(
                name="log_measurement",
                description="Record a body measurement in the health diary.",
                argument_schema=MeasurementArgs, output_schema=EntryOut, tool_call=call),
            AgentTool(
                name="logWorkout",
                description="Adds a finished workout to the diary.",
                argument_schema=WorkoutArgs, output_schema=EntryOut, tool_call=call),
            AgentTool(
                name="log_sleep",
                description="Record how the user slept. All fields are optional, pass whatever the user mentioned.",
                argument_schema=SleepArgs, output_schema=EntryOut, tool_call=call),
            AgentTool(
                name="add_symptom",
                description="Use this tool when the user reports a complaint or symptom of their own. Do NOT use it "
                            "for general medical questions, and do not give medical advice based on the result.",
                argument_schema=SymptomArgs, output_schema=EntryOut, tool_call=call),
            AgentTool(
                name="query_health_log",
                description="Look up what was recorded earlier.\n\n"
                            "Args:\n"
                            "    category: kind of record\n"
                            "    period: named calendar period\n"
                            "    since: first day to include, instead of a period\n"
                            "    statistic: how to condense the records\n"
                            "    output_format: format of the answer\n"
                            "    limit: max. records\n",
                argument_schema=QueryArgs, output_schema=EntryOut, tool_call=call),
            AgentTool(
                name="undo_last_entry",
                description="Delete the most recently added diary entry.",
                argument_schema=EmptyArgs, output_schema=EntryOut, tool_call=call),
        ]
