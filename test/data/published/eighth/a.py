"""Todoist, Obsidian vault and file search in one tool box."""
from datetime import date, timedelta
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class CreateTaskArgs(ToolArguments):
    content: str = Field(..., description="The content/title of the task")
    due_date: Optional[date] = Field(None, description="Due date of the task, YYYY-MM-DD")
    priority: Optional[Literal["p1", "p2", "p3", "p4"]] = Field(
        None, description="Task priority: p1 = urgent, p2 = high, p3 = medium, p4 = normal")
    project: Optional[str] = Field(None, description="Name of the project to file the task under. Inbox if omitted")
    labels: Optional[List[str]] = Field(None, description="Labels to attach to the task")
    duration: Optional[timedelta] = Field(None, description="Estimated effort as ISO 8601 duration, e.g. PT45M")


class CompleteTaskArgs(ToolArguments):
    task_name: str = Field(..., description="Name of the task to search for and complete")
    project: Optional[str] = Field(None, description="Project the task belongs to")


class GetTasksArgs(ToolArguments):
    due_date: Optional[date] = Field(None, description="Only tasks due on this day")
    project: Optional[str] = Field(None, description="Filter by project name")
    label: Optional[str] = Field(None, description="Filter by label")
    priority: Optional[Literal["p1", "p2", "p3", "p4"]] = Field(
        None, description="Filter by priority (p1 urgent, p2 high, p3 medium, p4 normal)")
    overdue: bool = Field(False, description="Only tasks whose due date has passed")
    limit: int = Field(10, ge=1, le=200, description="Maximum number of tasks to return")
    cursor: Optional[str] = Field(None, description="Pagination cursor from the previous call")


class AppendArgs(ToolArguments):
    note_title: str = Field(..., description="Title of the note, relative to vault root, without the .md extension")
    content: str = Field(..., description="Content to append")
    heading: Optional[str] = Field(None, description="Append below this heading instead of at the end of the note")


class FileType(str, Enum):
    PDF = "pdf"
    DOCUMENT = "docx"
    SPREADSHEET = "xlsx"
    PRESENTATION = "pptx"
    IMAGE = "image"
    AUDIO = "audio"


class SearchFilesArgs(ToolArguments):
    query: str = Field(..., description="Search text, matched against file names and content")
    file_type: Optional[FileType] = Field(
        None, description="Restrict to one type: pdf, docx (Word document), xlsx (spreadsheet), "
                          "pptx (presentation), image, audio")
    folder: Optional[str] = Field(None, description="Directory to start from")
    modified_after: Optional[date] = Field(None, description="Only files modified on or after this date")
    include_archived: bool = Field(False, description="Whether archived files are searched as well")
    max_results: int = Field(20, ge=1, le=100)


class DailyNoteArgs(ToolArguments):
    pass


class TaskOut(ToolOutput):
    task_id: str = ""
    success: bool = True


class ListOut(ToolOutput):
    results: List[str] = []


class TextOut(ToolOutput):
    text: str = ""


class WorkspaceToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("workspace", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="todoist_create_task",
                      description="Create a new task in Todoist with optional due date, priority, project and labels",
                      argument_schema=CreateTaskArgs, output_schema=TaskOut, tool_call=lambda a: TaskOut()),
            AgentTool(name="todoist_complete_task",
                      description="Mark a task as complete in Todoist. The task is found by its name.",
                      argument_schema=CompleteTaskArgs, output_schema=TaskOut, tool_call=lambda a: TaskOut()),
            AgentTool(name="todoist_get_tasks",
                      description="Get a list of active tasks from Todoist, with various filters. "
                                  "Without any filter all active tasks are returned.",
                      argument_schema=GetTasksArgs, output_schema=ListOut, tool_call=lambda a: ListOut()),
            AgentTool(name="obsidian_append_content",
                      description="Append content to a new or existing note in the vault.",
                      argument_schema=AppendArgs, output_schema=TextOut, tool_call=lambda a: TextOut()),
            AgentTool(name="search_files",
                      description="Recursively search for files and directories matching a query.\n\n"
                                  "Use this tool when you don't know the exact location of a file. The search is "
                                  "case-insensitive and returns full paths to all matching items. Only searches "
                                  "within allowed directories.\n\n"
                                  "Args:\n"
                                  "    query: what to look for\n"
                                  "    file_type: restrict to one type of file\n"
                                  "    folder: directory to start from, e.g. documents\n"
                                  "    modified_after: earliest modification date\n"
                                  "    include_archived: search the archive too\n"
                                  "    max_results: upper limit of paths returned",
                      argument_schema=SearchFilesArgs, output_schema=ListOut, tool_call=lambda a: ListOut()),
            AgentTool(name="obsidian_get_daily_note",
                      description="Get the content of the current daily note (journal page of today).",
                      argument_schema=DailyNoteArgs, output_schema=TextOut, tool_call=lambda a: TextOut()),
        ]
