"""Speaks for a test with a running seaf-daemon: one JSON request a line in, one JSON answer a line out."""

import json
import sys

import seafile


def repos(rpc):
    return [{"id": repo.id, "worktree": repo.worktree} for repo in rpc.get_repo_list(-1, -1)]


def downloads(rpc):
    tasks = rpc.get_clone_tasks()
    return [{"id": task.repo_id, "state": task.state, "error": words(rpc, task.error)} for task in tasks]


def state(rpc, repo_id):
    task = rpc.get_repo_sync_task(repo_id)
    if task is None:
        return None
    return {"state": task.state, "error": words(rpc, task.error) if task.state == "error" else ""}


def sync(rpc, repo_id):
    rpc.sync(repo_id, None)


def words(rpc, number):
    return rpc.sync_error_id_to_str(number)


CALLS = {"repos": repos, "downloads": downloads, "state": state, "sync": sync}

daemon = seafile.RpcClient(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"value": CALLS[request["call"]](daemon, *request["args"])}
    except Exception as problem:
        answer = {"problem": repr(problem)}
    print(json.dumps(answer), flush=True)
