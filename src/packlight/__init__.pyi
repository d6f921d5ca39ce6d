"""What `import packlight` offers, for type checkers and editors; the module fetches each name when it is first used."""

from packlight.api import (
    Budget as Budget,
    Capabilities as Capabilities,
    Compacted as Compacted,
    Context as Context,
    Count as Count,
    Ledger as Ledger,
    Report as Report,
    auto_film as auto_film,
    compact as compact,
    count_tokens as count_tokens,
    language as language,
    load as load,
    load_all as load_all,
    play as play,
    prepare_messages as prepare_messages,
    repair as repair,
    scenarios as scenarios,
    show as show,
    simulate as simulate,
    validate as validate,
)
from packlight.core.blocks import (
    Compaction as Compaction,
    Document as Document,
    Image as Image,
    Other as Other,
    RedactedThinking as RedactedThinking,
    ServerToolResult as ServerToolResult,
    ServerToolUse as ServerToolUse,
    Text as Text,
    Thinking as Thinking,
    ToolResult as ToolResult,
    ToolUse as ToolUse,
)
from packlight.core.breaker import (
    Breaker as Breaker,
)
from packlight.core.conversation import (
    Conversation as Conversation,
)
from packlight.core.errors import (
    OptionError as OptionError,
    PacklightError as PacklightError,
    UnreadableError as UnreadableError,
    UserError as UserError,
)
from packlight.core.events import (
    CompactionCircuitOpenError as CompactionCircuitOpenError,
    Event as Event,
)
from packlight.core.messages import (
    Message as Message,
)
from packlight.core.plan import (
    Plan as Plan,
)
from packlight.core.context import (
    Prepared as Prepared,
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
from packlight.simulation.policy import (
    Policy as Policy,
)

__version__: str
