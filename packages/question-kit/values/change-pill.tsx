import { percentagePoint } from '@playhead/metrics/format.ts'
import { ArrowDownIcon, ArrowUpIcon } from '@playhead/ui/icons/icons.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import type { Change } from './metric-names.ts'

const look: Record<Change['tone'], string> = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunk text-ink-2',
}
const word: Record<Change['tone'], string> = { good: ', better', bad: ', worse', neutral: '' }

/** A difference whose unit screen readers read in full. */
export const DifferenceText = ({ children }: { children: string }) => {
  const ending = ` ${percentagePoint.unit}`
  if (!children.endsWith(ending)) return children
  return (
    <>
      {children.slice(0, 1 - ending.length)}
      <span aria-hidden="true">{percentagePoint.unit}</span>
      <VisuallyHidden>{percentagePoint.spoken}</VisuallyHidden>
    </>
  )
}

/** A change, with the meaning of its colour for screen readers. */
export const ChangeText = ({ change }: { change: Change }) => (
  <>
    <DifferenceText>{change.text}</DifferenceText>
    <VisuallyHidden>{word[change.tone]}</VisuallyHidden>
  </>
)

const Direction = ({ text }: Pick<Change, 'text'>) => {
  if (text.startsWith('+')) return <ArrowUpIcon size={12} label="up by" />
  return text.startsWith('−') ? <ArrowDownIcon size={12} label="down by" /> : null
}

interface ChangePillProps {
  change: Change
  size?: 'xs' | 'sm'
  /** For places with many pills; the arrow replaces the sign. */
  hasArrow?: boolean
}

const sizes = { xs: 'text-xs', sm: 'text-sm' }

/** The difference from the compared number, and whether that is better. */
export const ChangePill = ({ change, size = 'xs', hasArrow = false }: ChangePillProps) => (
  <span
    className={`inline-flex items-center gap-[3px] rounded-full px-[7px] py-[3px] leading-none font-semibold whitespace-nowrap ${sizes[size]} ${look[change.tone]}`}
  >
    {hasArrow && <Direction text={change.text} />}
    <span>
      <ChangeText
        change={hasArrow ? { ...change, text: change.text.replace(/^[+−]/, '') } : change}
      />
    </span>
  </span>
)
