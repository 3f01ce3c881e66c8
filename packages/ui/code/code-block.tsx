import { CopyControl } from '../buttons/copy-control.tsx'

interface CodeBlockProps {
  label: string
  text: string
  /** Label of the copy button. */
  copyLabel?: string
  /** Shows the whole text without scrolling, for places with nothing below. */
  isWhole?: boolean
}

export const CodeBlock = (props: CodeBlockProps) => {
  const { label, text, copyLabel = `Copy: ${label}`, isWhole = false } = props
  return (
    <figure className="rounded-md border border-line bg-sunk p-3">
      <figcaption className="mb-2 flex items-center justify-between gap-2 text-sm text-ink-3">
        {label}
        <CopyControl value={text} label={copyLabel}>
          Copy
        </CopyControl>
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long text is read by scrolling, also by keyboard
        tabIndex={0}
        className={`overflow-auto font-mono text-xs break-words whitespace-pre-wrap ${isWhole ? '' : 'max-h-[200px]'}`}
        aria-label={label}
      >
        {text}
      </pre>
    </figure>
  )
}
