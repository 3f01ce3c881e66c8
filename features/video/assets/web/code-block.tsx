import { CopyControl } from '@playhead/ui/copy-control.tsx'

interface CodeBlockProps {
  label: string
  code: string
}

export const CodeBlock = ({ label, code }: CodeBlockProps) => (
  <figure className="m-0 flex flex-col gap-2">
    <figcaption className="flex items-center justify-between gap-2">
      <span className="text-xs text-ink-3">{label}</span>
      <CopyControl value={code} label={`Copy: ${label}`}>
        <span className="font-text font-medium">Copy</span>
      </CopyControl>
    </figcaption>
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are read by scrolling, also by keyboard
      tabIndex={0}
      className="m-0 overflow-auto rounded-md border border-line bg-ground p-3 font-mono text-xs"
    >
      <code>{code}</code>
    </pre>
  </figure>
)
