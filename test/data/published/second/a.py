from datetime import date
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class IssueStatus(str, Enum):
    BACKLOG = "BACKLOG"
    TODO = "TODO"
    IN_PROGRESS = "IN_PROGRESS"
    IN_REVIEW = "IN_REVIEW"
    DONE = "DONE"


IssueType = Literal["Bug", "Task", "Story"]
Priority = Literal["P1", "P2", "P3", "P4"]


class CreateIssueArgs(ToolArguments):
    summary: str = Field(..., description="One-line summary (title) of the issue", max_length=255)
    issueType: IssueType = Field("Task", description="Type of the issue")
    projectKey: Optional[str] = Field(None, description="Name or key of the project. Falls back to the default project.")
    priority: Optional[Priority] = Field(None, description="P1 (critical), P2 (high), P3 (normal) or P4 (low)")
    assignee: Optional[str] = Field(None, description="Display name of the assignee, or 'me' for the authenticated user")
    labels: list[str] = Field(default_factory=list, description="Labels to apply, e.g. ['frontend', 'ux']")
    dueDate: Optional[date] = Field(None, description="Due date (YYYY-MM-DD)")


class SearchIssuesArgs(ToolArguments):
    text: Optional[str] = Field(None, description="Full-text search term, matched against summary, description and comments")
    assignee: Optional[str] = Field(None, description="Only issues of this assignee; 'me' for the authenticated user")
    status: Optional[IssueStatus] = Field(None, description="Filter by workflow status")
    issueType: Optional[IssueType] = Field(None, description="Filter by issue type")
    priority: Optional[Priority] = Field(None, description="Filter by priority: P1 (critical), P2 (high), P3 (normal), P4 (low)")
    projectKey: Optional[str] = Field(None, description="Filter by project name or key")
    updatedSince: Optional[date] = Field(None, description="Only issues updated on or after this date (YYYY-MM-DD)")
    orderBy: Literal["created", "updated", "priority"] = Field("updated", description="Sort field")
    startAt: int = Field(0, description="Zero-based index of the first result (for paging)", ge=0)
    maxResults: int = Field(50, description="Maximum number of results per page", ge=1, le=100)


class TransitionIssueArgs(ToolArguments):
    issueNumber: int = Field(..., description="Issue number", ge=1)
    toStatus: IssueStatus = Field(..., description="Target status. DONE closes the issue.")
    resolution: Optional[Literal["Fixed", "WontFix", "Duplicate", "CannotReproduce"]] = Field(
        None, description="Resolution to set when the issue is closed")
    notifyWatchers: bool = Field(True, description="Send a notification to the watchers of the issue")


class AddCommentArgs(ToolArguments):
    issueNumber: int = Field(..., description="Issue number", ge=1)
    commentBody: str = Field(..., description="Comment text in Markdown")
    visibility: Literal["public", "internal"] = Field("public", description="'internal' hides the comment from customers")
    mentions: Optional[list[str]] = Field(None, description="Names of people to @-mention in the comment")


class AddWorklogArgs(ToolArguments):
    issueNumber: int = Field(..., description="Issue number", ge=1)
    timeSpentSeconds: int = Field(..., description="Time spent, in seconds", ge=60)
    workDate: Optional[date] = Field(None, description="Day on which the work was done (YYYY-MM-DD), defaults to today")
    comment: Optional[str] = Field(None, description="Description of the work")
    adjustEstimate: Literal["auto", "leave"] = Field("auto", description="How to update the remaining estimate")


class GetActiveSprintArgs(ToolArguments):
    pass


class IssueOut(ToolOutput):
    key: str
    url: str


class IssueListOut(ToolOutput):
    total: int
    issues: list[dict]


class SprintOut(ToolOutput):
    name: str
    goal: str
    issues: list[dict]


class OkOut(ToolOutput):
    ok: bool


class IssueTrackerToolBox(ToolBox):
    """Issues, worklogs and sprints of a hosted issue tracker."""

    def __init__(self, config=None, bus=None):
        super().__init__("ovos-toolbox-issue-tracker", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="createIssue",
                description="Create a new issue in a project. Use this tool when the user wants to report a defect or "
                            "request a piece of work. Do not use it for changing an issue that already exists. "
                            "Returns the key and URL of the created issue.",
                argument_schema=CreateIssueArgs, output_schema=IssueOut,
                tool_call=lambda a: IssueOut(key="DEMO-1", url="https://tracker.example/DEMO-1")),
            AgentTool(
                name="searchIssues",
                description="Search issues using structured filters. All filters are combined with AND; omitted filters "
                            "are ignored. Results are paginated, see startAt and maxResults.",
                argument_schema=SearchIssuesArgs, output_schema=IssueListOut,
                tool_call=lambda a: IssueListOut(total=0, issues=[])),
            AgentTool(
                name="transitionIssue",
                description="Transition an existing issue to another workflow status.",
                argument_schema=TransitionIssueArgs, output_schema=OkOut,
                tool_call=lambda a: OkOut(ok=True)),
            AgentTool(
                name="addCommentToIssue",
                description="Add a comment to an existing issue.\n\nArgs:\n"
                            "    issueNumber: number of the issue\n"
                            "    commentBody: the comment\n"
                            "    visibility: who can see it\n"
                            "    mentions: people to mention",
                argument_schema=AddCommentArgs, output_schema=OkOut,
                tool_call=lambda a: OkOut(ok=True)),
            AgentTool(
                name="addWorklog",
                description="Add a worklog entry (time tracking) to an issue.",
                argument_schema=AddWorklogArgs, output_schema=OkOut,
                tool_call=lambda a: OkOut(ok=True)),
            AgentTool(
                name="getActiveSprint",
                description="Get the active sprint of the default board: name, goal, start and end date, progress and "
                            "remaining issues.",
                argument_schema=GetActiveSprintArgs, output_schema=SprintOut,
                tool_call=lambda a: SprintOut(name="", goal="", issues=[])),
        ]
