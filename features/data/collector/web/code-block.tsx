import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import type { Snippet } from './snippets.ts'

/** Lines wrap, so that a phone shows all of them; copying keeps the original lines. */
export const CodeBlock = ({ snippet: { label, needs, code } }: { snippet: Snippet }) => (
  <div className="rounded-md border border-line bg-sunk p-3">
    <div className="flex flex-wrap items-start justify-between gap-2 pb-2">
      <p className="min-w-0 grow basis-[200px] text-sm text-ink-2">{needs}</p>
      <CopyControl value={code} label={`${label}:`}>
        <span className="font-text">Copy the snippet</span>
      </CopyControl>
    </div>
    <pre className="font-mono text-xs break-words whitespace-pre-wrap">{code}</pre>
  </div>
)
