import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { BacktestChart } from './backtest-chart.tsx'
import {
  exactnessOf,
  isUnmeasured,
  nothingText,
  offeredSuggestions,
  suggestionText,
  verdictOf,
} from './backtest-words.ts'
import { numberIn, type RuleValues } from './rule-values.ts'
import { TimesFired } from './times-fired.tsx'
import type { Backtest, BacktestState } from './use-backtest.ts'

export type BacktestDays = '1' | '7' | '30'

const dayOptions: { value: BacktestDays; label: string }[] = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
]

interface BacktestCardProps {
  values: RuleValues
  state: BacktestState
  days: BacktestDays
  onDays: (days: BacktestDays) => void
  /** Undefined for those who may not change the rule. */
  onValue?: ((value: string) => void) | undefined
}

const daysOf = ({ startTime, endTime }: Backtest) =>
  Math.max(Math.round((endTime - startTime) / 86_400), 1)

const Verdict = ({ backtest }: { backtest: Backtest }) => (
  <p className="text-xl tracking-tight text-ink-2">
    {verdictOf(backtest, daysOf(backtest)).parts.map((part, index) =>
      index % 2 === 1 ? (
        <strong key={index} className="font-semibold text-ink">
          {part}
        </strong>
      ) : (
        part
      ),
    )}
  </p>
)

const Suggestions = ({
  values,
  backtest,
  onValue,
}: Pick<BacktestCardProps, 'values'> & {
  backtest: Backtest
  onValue: (value: string) => void
}) => {
  const value = numberIn(values.value)
  if (value === undefined) return null
  const offered = offeredSuggestions(backtest.suggestions, { fired: backtest.fired, value })
  if (offered.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 text-sm">
      <span className="text-ink-2">Try</span>
      {offered.map((one) => (
        <Button key={one.value} size="sm" onClick={() => onValue(String(one.value))}>
          {suggestionText(values.metric, one)}
        </Button>
      ))}
    </div>
  )
}

/** How the rule would have behaved; it never keeps anyone from saving. */
export const BacktestCard = ({ values, state, days, onDays, onValue }: BacktestCardProps) => {
  const { backtest, isIncomplete, isStale, error, isFetching, retry } = state
  const value = numberIn(values.value)
  const isUnknown = backtest && isUnmeasured(backtest.points)
  return (
    <Card
      title="Backtest"
      actions={
        <SegmentedControl label="Time" value={days} options={dayOptions} onChange={onDays} />
      }
      footer={backtest && exactnessOf(backtest, values)}
    >
      <div
        className={`min-h-[66px] pb-2 transition-opacity ${isStale && !isIncomplete ? 'opacity-60' : ''}`}
        aria-live="polite"
        aria-busy={(isStale && !isIncomplete) || undefined}
      >
        {isIncomplete ? (
          <p className="text-xl tracking-tight text-ink-2">
            Complete the rule to see when it would have fired.
          </p>
        ) : backtest ? (
          <Verdict backtest={backtest} />
        ) : (
          !error && <Skeleton height={26} width="80%" />
        )}
      </div>
      {error && backtest && (
        <FormMessage tone="warning">
          The last change could not be tested: {error.message}{' '}
          <Button size="sm" onClick={retry} isLoading={isFetching}>
            Try again
          </Button>
        </FormMessage>
      )}
      <ChartFrame
        state={
          backtest
            ? isUnknown
              ? {
                  kind: 'empty',
                  title: 'Nothing to judge',
                  text: nothingText(values, backtest.knownShare),
                }
              : { kind: 'ready' }
            : error
              ? { kind: 'failed', message: error.message, onRetry: retry, isRetrying: isFetching }
              : isIncomplete
                ? { kind: 'empty', title: 'Not tested yet', text: 'The rule is not complete.' }
                : { kind: 'loading' }
        }
      >
        {backtest && (
          <div className="flex gap-3">
            <div className="min-w-0 grow">
              <BacktestChart
                values={values}
                backtest={backtest}
                isStale={isStale}
                onValue={onValue}
              />
            </div>
            {value !== undefined && backtest.suggestions.length > 1 && (
              <TimesFired
                metric={values.metric}
                suggestions={backtest.suggestions}
                own={{ value, fired: backtest.fired, seconds: backtest.seconds }}
                isStale={isStale}
              />
            )}
          </div>
        )}
      </ChartFrame>
      {backtest && onValue && <Suggestions values={values} backtest={backtest} onValue={onValue} />}
    </Card>
  )
}
