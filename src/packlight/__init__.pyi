"""What `import packlight` offers, for type checkers and editors; the module fetches each name when it is first used."""

from packlight.adapters.anthropic_summarizer import (
    AnthropicSummarizer as AnthropicSummarizer,
)
from packlight.adapters.api_errors import (
    ApiError as ApiError,
)
from packlight.api import (
    Budget as Budget,
)
from packlight.api import (
    Capabilities as Capabilities,
)
from packlight.api import (
    Compacted as Compacted,
)
from packlight.api import (
    Context as Context,
)
from packlight.api import (
    Count as Count,
)
from packlight.api import (
    Ledger as Ledger,
)
from packlight.api import (
    Report as Report,
)
from packlight.api import (
    auto_film as auto_film,
)
from packlight.api import (
    charts as charts,
)
from packlight.api import (
    compact as compact,
)
from packlight.api import (
    compare as compare,
)
from packlight.api import (
    cost as cost,
)
from packlight.api import (
    count_tokens as count_tokens,
)
from packlight.api import (
    gap as gap,
)
from packlight.api import (
    labs as labs,
)
from packlight.api import (
    language as language,
)
from packlight.api import (
    load as load,
)
from packlight.api import (
    load_all as load_all,
)
from packlight.api import (
    load_scene as load_scene,
)
from packlight.api import (
    lost as lost,
)
from packlight.api import (
    payback as payback,
)
from packlight.api import (
    picture as picture,
)
from packlight.api import (
    plan as plan,
)
from packlight.api import (
    play as play,
)
from packlight.api import (
    prepare_messages as prepare_messages,
)
from packlight.api import (
    repair as repair,
)
from packlight.api import (
    scenario as scenario,
)
from packlight.api import (
    scenarios as scenarios,
)
from packlight.api import (
    scene_link as scene_link,
)
from packlight.api import (
    show as show,
)
from packlight.api import (
    simulate as simulate,
)
from packlight.api import (
    sweep as sweep,
)
from packlight.api import (
    tool_names as tool_names,
)
from packlight.api import (
    tool_policy as tool_policy,
)
from packlight.api import (
    validate as validate,
)
from packlight.api import (
    without_breaker as without_breaker,
)
from packlight.api.live import (
    live as live,
)
from packlight.core.blocks import (
    Compaction as Compaction,
)
from packlight.core.blocks import (
    Document as Document,
)
from packlight.core.blocks import (
    Image as Image,
)
from packlight.core.blocks import (
    Other as Other,
)
from packlight.core.blocks import (
    RedactedThinking as RedactedThinking,
)
from packlight.core.blocks import (
    ServerToolResult as ServerToolResult,
)
from packlight.core.blocks import (
    ServerToolUse as ServerToolUse,
)
from packlight.core.blocks import (
    Text as Text,
)
from packlight.core.blocks import (
    Thinking as Thinking,
)
from packlight.core.blocks import (
    ToolResult as ToolResult,
)
from packlight.core.blocks import (
    ToolUse as ToolUse,
)
from packlight.core.breaker import (
    Breaker as Breaker,
)
from packlight.core.context import (
    Prepared as Prepared,
)
from packlight.core.conversation import (
    Conversation as Conversation,
)
from packlight.core.errors import (
    OptionError as OptionError,
)
from packlight.core.errors import (
    PacklightError as PacklightError,
)
from packlight.core.errors import (
    UnreadableError as UnreadableError,
)
from packlight.core.errors import (
    UserError as UserError,
)
from packlight.core.events import (
    CompactionCircuitOpenError as CompactionCircuitOpenError,
)
from packlight.core.events import (
    Event as Event,
)
from packlight.core.messages import (
    Message as Message,
)
from packlight.core.plan import (
    Plan as Plan,
)
from packlight.core.query_engine import (
    QUERY_ENGINE as QUERY_ENGINE,
)
from packlight.core.repair import (
    Mended as Mended,
)
from packlight.core.rules import (
    Finding as Finding,
)
from packlight.core.state import (
    State as State,
)
from packlight.simulation.film import (
    Film as Film,
)
from packlight.simulation.live_run import (
    LiveRun as LiveRun,
)
from packlight.simulation.policy import (
    Policy as Policy,
)
from packlight.simulation.sweep.rows import (
    Rows as Rows,
)

__version__: str
