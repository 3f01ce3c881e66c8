import { formatNumber } from '@playhead/domain/format.ts'
import { parsePredicate } from '@playhead/question-kit/question/predicate.ts'
import { withPredicate } from '@playhead/question-kit/question/question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { errorName, shareText } from './change-words.ts'
import type { WhyState } from './why-answer.tsx'

interface SharedErrorRowProps {
  error: {
    code: string | null
    message: string | null
    filter: string
    share: number
    before: number
    after: number
  }
  state: Pick<WhyState, 'question' | 'setPredicates'>
  onFiltered: () => void
}

/** The error that failed views share; one click makes it a filter. */
export const SharedErrorRow = ({ error, state, onFiltered }: SharedErrorRowProps) => {
  const name = errorName(error)
  return (
    <section className="rounded-md border border-line p-3" aria-label="What these views share">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-md font-medium break-words">Error {name}</h3>
        <p className="text-sm text-ink-2">{shareText(error.share)} of the change</p>
      </div>
      <p className="pt-1 text-sm text-ink-2">
        {formatNumber(error.before)} views before, {formatNumber(error.after)} after.
      </p>
      <div className="pt-3">
        <Button
          size="sm"
          icon={<PlusIcon size={14} />}
          aria-label={`Filter by the error ${name}`}
          onClick={() => {
            const [predicate] = parsePredicate(error.filter)
            if (predicate) state.setPredicates(withPredicate(state.question.predicates, predicate))
            onFiltered()
          }}
        >
          Filter by it
        </Button>
      </div>
    </section>
  )
}
