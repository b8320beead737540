"""GitHub toolbox: issues and pull requests through the REST/GraphQL API."""
from datetime import datetime
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class RepoArgs(ToolArguments):
    owner: Optional[str] = Field(None, description="Repository owner (user or organization). Defaults to the authenticated user")
    repo: str = Field(..., description="Repository name")


class CreateIssueArgs(RepoArgs):
    title: str = Field(..., description="Issue title")
    body: Optional[str] = Field(None, description="Issue body content")
    assignees: Optional[list[str]] = Field(None, description="Usernames to assign to this issue")
    labels: Optional[list[str]] = Field(None, description="Labels to apply to this issue")
    milestone: Optional[int] = Field(None, ge=1, description="Milestone number")


class ListIssuesArgs(RepoArgs):
    state: Optional[Literal["OPEN", "CLOSED"]] = Field(None, description="Filter by state, by default both open and closed issues are returned")
    labels: Optional[list[str]] = Field(None, description="Filter by labels")
    assignee: Optional[str] = Field(None, description="Filter by assignee username")
    since: Optional[datetime] = Field(None, description="Only issues updated at or after this point (ISO 8601 timestamp)")
    orderBy: Optional[Literal["CREATED_AT", "UPDATED_AT", "COMMENTS"]] = Field(None, description="Order issues by field. If provided, the 'direction' also should be provided.")
    direction: Optional[Literal["ASC", "DESC"]] = Field(None, description="Order direction")
    perPage: int = Field(30, ge=1, le=100, description="Results per page for pagination (min 1, max 100)")
    after: Optional[str] = Field(None, description="Cursor for pagination. Use the endCursor from the previous page's PageInfo for GraphQL APIs.")


class AddIssueCommentArgs(RepoArgs):
    issue_number: int = Field(..., ge=1, description="Issue number to comment on")
    body: str = Field(..., description="Comment content")


class UpdateIssueArgs(RepoArgs):
    issue_number: int = Field(..., ge=1, description="Issue number to update")
    title: Optional[str] = Field(None, description="New title")
    body: Optional[str] = Field(None, description="New description")
    state: Optional[Literal["open", "closed"]] = Field(None, description="New state")
    state_reason: Optional[Literal["completed", "not_planned", "duplicate"]] = Field(None, description="Reason for the state change. Ignored unless state is changed.")
    duplicate_of: Optional[int] = Field(None, ge=1, description="Issue number that this issue is a duplicate of. Only used when state_reason is 'duplicate'.")
    labels: Optional[list[str]] = Field(None, description="New labels")
    assignees: Optional[list[str]] = Field(None, description="New assignees")


class ListPullRequestsArgs(RepoArgs):
    state: Optional[Literal["open", "closed", "all"]] = Field(None, description="Filter by state")
    head: Optional[str] = Field(None, description="Filter by head user/org and branch")
    base: Optional[str] = Field(None, description="Filter by base branch")
    sort: Optional[Literal["created", "updated", "popularity", "long-running"]] = Field(None, description="Sort by")
    direction: Optional[Literal["asc", "desc"]] = Field(None, description="Sort direction")
    page: int = Field(1, ge=1, description="Page number for pagination (min 1)")
    perPage: int = Field(30, ge=1, le=100, description="Results per page for pagination (min 1, max 100)")


class MergePullRequestArgs(RepoArgs):
    pullNumber: int = Field(..., ge=1, description="Pull request number")
    merge_method: Optional[Literal["merge", "squash", "rebase"]] = Field(None, description="Merge method")
    commit_title: Optional[str] = Field(None, description="Title for merge commit")
    commit_message: Optional[str] = Field(None, description="Extra detail for merge commit")
    delete_branch: bool = Field(False, description="Delete the head branch after merging")


class JsonOut(ToolOutput):
    result: str = ""


class GitHubToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("github", config, bus)

    def discover_tools(self):
        def call(args):
            return JsonOut(result="{}")
        return [
            AgentTool(name="create_issue", description="Create a new issue in a GitHub repository.",
                      argument_schema=CreateIssueArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(name="list_issues", description="List issues in a GitHub repository. For pagination, use the 'endCursor' from the previous response's 'pageInfo' in the 'after' parameter.",
                      argument_schema=ListIssuesArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(name="add_issue_comment", description="Add a comment to a specific issue in a GitHub repository. Use this tool to add comments to pull requests as well (in this case pass pull request number as issue_number), but only if user is not asking specifically to add review comments.",
                      argument_schema=AddIssueCommentArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(name="update_issue", description="Update an existing issue in a GitHub repository.",
                      argument_schema=UpdateIssueArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(name="list_pull_requests", description="List pull requests in a GitHub repository. If the user specifies an author, then DO NOT use this tool and use the search_pull_requests tool instead.",
                      argument_schema=ListPullRequestsArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(name="merge_pull_request", description="Merge a pull request in a GitHub repository.",
                      argument_schema=MergePullRequestArgs, output_schema=JsonOut, tool_call=call),
        ]
