import { useState } from 'react'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import {
  closingText,
  noDataLabels,
  ruleSentence,
  scopeText,
  severityLabels,
} from '../rule-words.ts'
import { BacktestCard, type BacktestDays } from './backtest-card.tsx'
import { FiringsCard } from './firings-card.tsx'
import { RuleNow } from './rule-now.tsx'
import { useNotified } from './rule-notified.tsx'
import { bodyOf, type RuleValues } from './rule-values.ts'
import { useBacktest } from './use-backtest.ts'

/** A rule for those who may not change it: what it says, and how it behaves. */
export const RuleView = ({ values }: { values: RuleValues }) => {
  const [days, setDays] = useState<BacktestDays>('30')
  const state = useBacktest(values, Number(days))
  const notified = useNotified(values.channelIds)
  const rule = bodyOf(values)
  return (
    <div className="grid min-w-0 items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Card>
        <Stack gap={4}>
          <FormMessage tone="info">Only admins can change alert rules.</FormMessage>
          <p className="text-lg">Alert when {ruleSentence(rule)}</p>
          <DescriptionList
            items={[
              { term: 'Scope', detail: scopeText(rule) },
              { term: 'Closes', detail: closingText(rule) },
              { term: 'Without data', detail: noDataLabels[rule.onNoData] },
              { term: 'Severity', detail: severityLabels[rule.severity] },
              ...notified,
            ]}
          />
          <RuleNow values={values} backtest={state.backtest} />
        </Stack>
      </Card>
      <Stack gap={3}>
        <BacktestCard values={values} state={state} days={days} onDays={setDays} />
        {state.backtest && <FiringsCard values={values} backtest={state.backtest} />}
      </Stack>
    </div>
  )
}
