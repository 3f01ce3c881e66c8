import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useMediaQuery } from '@playhead/ui/layout/use-media-query.ts'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { alertLimits } from '../../contract.ts'
import { ruleChannels } from '../slots.ts'
import { BacktestCard, type BacktestDays } from './backtest-card.tsx'
import { FiringsCard } from './firings-card.tsx'
import { RuleClosing } from './rule-closing.tsx'
import { RuleNow } from './rule-now.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { RuleView } from './rule-view.tsx'
import { madeName, ruleErrors, type RuleValues } from './rule-values.ts'
import { useBacktest } from './use-backtest.ts'
import { useMovedValue } from './use-moved-value.ts'

interface RuleFormProps {
  initial: RuleValues
  submit: (values: RuleValues) => Promise<unknown>
  onDone: () => void
  /** For a rule that exists. */
  hasSwitch?: boolean
  /** Above the form; it may offer another value. */
  renderNotice?: (onValue: (value: string) => void) => ReactNode
}

/** ALRT-026: for create and update alike. */
const showFailure = (error: unknown) => {
  if (!isCallError(error)) return
  toasts.show({
    type: 'error',
    title: 'Create alert rule failed',
    description: error.messages[0] ?? error.message,
  })
}

const noChange = () => undefined

/** Where the columns stand beside each other. */
const wide = '(min-width: 920px)'

const EditableRule = ({ initial, submit, onDone, hasSwitch, renderNotice }: RuleFormProps) => {
  const path = usePath()
  const isWide = useMediaQuery(wide)
  const channels = useSlot(ruleChannels)
  const [days, setDays] = useState<BacktestDays>('30')
  const form = useForm({
    initial,
    validate: ruleErrors,
    submit: async (values: RuleValues) => {
      try {
        return await submit(values)
      } catch (error) {
        showFailure(error)
        throw error
      }
    },
    onDone,
  })
  const { values, set } = form
  const state = useBacktest(values, Number(days))
  const moveValue = useMovedValue(form)
  const setChannels = useCallback((next: string[] | null) => set('channelIds', next), [set])
  const firings = state.backtest && <FiringsCard values={values} backtest={state.backtest} />
  return (
    <form {...form.formProps} aria-label="Alert rule" className="grid gap-3">
      {renderNotice?.(moveValue)}
      <div className="grid min-w-0 items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
        <Card>
          <Stack gap={4}>
            <RuleSentence form={form} />
            <RuleNow values={values} backtest={state.backtest} />
            <div className="border-t border-line pt-3">
              <RuleClosing form={form} />
            </div>
          </Stack>
        </Card>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Stack gap={3}>
            <BacktestCard
              values={values}
              state={state}
              days={days}
              onDays={setDays}
              onValue={moveValue}
            />
            {isWide && firings}
          </Stack>
        </div>
        <Card>
          <Stack gap={4}>
            {channels.map(({ order, Part }) => (
              <Part key={order} channelIds={values.channelIds} onChange={setChannels} />
            ))}
            <TextField
              {...form.field('name')}
              label="Name"
              placeholder={madeName(values)}
              description={
                values.name.trim() === ''
                  ? 'Made from the rule. Write one to replace it.'
                  : 'Leave it empty to have it made from the rule.'
              }
              maxLength={alertLimits.nameMax}
              autoComplete="off"
            />
            {hasSwitch && (
              <Switch
                isOn={values.isEnabled}
                onChange={(isOn) => set('isEnabled', isOn)}
                description="A rule that is off opens nothing, and its open incidents end."
              >
                This rule is on
              </Switch>
            )}
            {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
            <div className="flex justify-end gap-2">
              <LinkButton href={path('alerts/rules')}>Cancel</LinkButton>
              <Button type="submit" kind="primary" isLoading={form.isSubmitting}>
                Save
              </Button>
            </div>
          </Stack>
        </Card>
        {/* On a phone the list of firings, which may be long, would stand between the rule and its button. */}
        {!isWide && firings}
      </div>
    </form>
  )
}

/** A form for admins; members read the rule. */
export const RuleForm = (props: RuleFormProps) =>
  useIsAdmin() ? (
    <EditableRule {...props} />
  ) : (
    <Stack gap={3}>
      {props.renderNotice?.(noChange)}
      <RuleView values={props.initial} />
    </Stack>
  )
