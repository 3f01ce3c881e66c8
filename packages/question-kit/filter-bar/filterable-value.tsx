import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { isApple } from '@playhead/ui/menus/is-apple.ts'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { isAtLimit, usedUpText } from './filter-limit.ts'
import { dimensionName, displayValue, isMissing } from '../dimensions/display-value.ts'
import { parsePredicate, predicateValue } from '../question/predicate.ts'
import type { QuestionState } from '../question/use-question.ts'

interface FilterableValueProps {
  state: Pick<QuestionState, 'question' | 'resolved' | 'addPredicate'>
  dimension: DimensionId
  value: string | null
  /** The environment's name for the dimension, if known. */
  name?: string
  /** Replaces the readable form of the value. */
  children?: ReactNode
}

/** Pressing the value adds it as a filter, with Alt as an exclusion. */
export const FilterableValue = (props: FilterableValueProps) => {
  const { state, dimension, value, name = dimensionName(dimension) } = props
  const { maxFilters } = useFlags()
  const text = displayValue(dimension, value)
  const shown = (
    <span className={isMissing(value) ? 'text-ink-3 italic' : undefined}>
      {props.children ?? text}
    </span>
  )
  const { isBasic }: Dimension = dimensions[dimension]
  if (state.resolved.isHistorical && !isBasic) return shown

  const add = (isExcluded: boolean) => {
    if (isAtLimit(state.question.predicates, dimension, maxFilters)) {
      toasts.show({ type: 'warning', title: usedUpText })
      return
    }
    const [predicate] = parsePredicate(`${dimension}:${predicateValue(value)}`)
    if (predicate) state.addPredicate({ ...predicate, isExcluded })
  }
  const onClick = (event: MouseEvent) => {
    // Pressing a row opens something; pressing the value only filters.
    event.stopPropagation()
    event.preventDefault()
    add(event.altKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.stopPropagation()
    // Browsers do not activate buttons by Alt and Enter.
    if (!event.altKey) return
    event.preventDefault()
    add(true)
  }
  return (
    <Tooltip
      content={`Filter by ${name} ${text}. Hold ${isApple() ? 'Option' : 'Alt'} to exclude it.`}
    >
      <button
        type="button"
        className="max-w-full cursor-pointer rounded-md text-left break-words hover:underline hover:decoration-ink-4 hover:underline-offset-3"
        aria-keyshortcuts="Alt+Enter"
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {shown}
      </button>
    </Tooltip>
  )
}
