import { Card } from '@playhead/ui/layout/card.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { type LatencyMode, liveLimits } from '../../contract.ts'
import type { LiveStream } from '../live-stream-facts.ts'
import { SaveButtons } from './save-buttons.tsx'
import { useSettingsForm } from './use-settings-form.ts'

interface Broadcast {
  latencyMode: LatencyMode
  reconnectWindow: string
  useSlateForStandardLatency: boolean
  reconnectSlateUrl: string
  maxMinutes: string
}

const latencies = [
  { value: 'low', label: 'Low', description: 'Two to three seconds. Needs keyframes every 2 s.' },
  { value: 'reduced', label: 'Reduced', description: 'Four to six seconds.' },
  {
    value: 'standard',
    label: 'Standard',
    description: 'Twelve to eighteen seconds; plays on poor connections and old players.',
  },
] as const

const wholeBetween = (text: string, min: number, max: number) => {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max
}

const { reconnectWindowMax, continuousSecondsMin, continuousSecondsMax } = liveLimits
const minutesMin = continuousSecondsMin / 60
const minutesMax = continuousSecondsMax / 60

const validate = ({ reconnectWindow, maxMinutes, reconnectSlateUrl }: Broadcast) => ({
  reconnectWindow: wholeBetween(reconnectWindow, 0, reconnectWindowMax)
    ? undefined
    : `A whole number of seconds, from 0 to ${reconnectWindowMax}.`,
  maxMinutes: wholeBetween(maxMinutes, minutesMin, minutesMax)
    ? undefined
    : `A whole number of minutes, from ${minutesMin} to ${minutesMax}.`,
  reconnectSlateUrl:
    reconnectSlateUrl === '' || /^https?:\/\/\S+$/.test(reconnectSlateUrl.trim())
      ? undefined
      : 'An address that begins with http:// or https://.',
})

const initialOf = (stream: LiveStream): Broadcast => ({
  latencyMode: stream.latencyMode,
  reconnectWindow: String(stream.reconnectWindow),
  useSlateForStandardLatency: stream.useSlateForStandardLatency,
  reconnectSlateUrl: stream.reconnectSlateUrl ?? '',
  maxMinutes: String(Math.round(stream.maxContinuousDuration / 60)),
})

/** What was not edited is not sent: minutes are coarser than the seconds that a program may have set. */
const changesOf =
  (stream: LiveStream) =>
  ({ maxMinutes, reconnectWindow, reconnectSlateUrl, ...rest }: Broadcast) => ({
    ...rest,
    reconnectWindow: Number(reconnectWindow),
    reconnectSlateUrl: reconnectSlateUrl.trim(),
    ...(maxMinutes !== initialOf(stream).maxMinutes && {
      maxContinuousDuration: Number(maxMinutes) * 60,
    }),
  })

export const BroadcastForm = ({ stream }: { stream: LiveStream }) => {
  const { form, foot } = useSettingsForm<Broadcast>({
    id: stream.id,
    initial: initialOf(stream),
    validate,
    changesOf: changesOf(stream),
    doneTitle: 'Settings saved',
  })
  const { values, set } = form
  return (
    <Card
      title="Broadcasts"
      description="A new latency takes effect with the next broadcast, everything else at once."
    >
      <form {...form.formProps}>
        <Stack gap={4}>
          <RadioGroup
            label="Latency"
            value={values.latencyMode}
            onChange={(mode) => set('latencyMode', mode)}
            options={latencies}
          />
          <TextField
            {...form.field('reconnectWindow')}
            label="Reconnect window, seconds"
            description="How long a lost encoder may take to come back into the same broadcast. 0 ends it at once."
            inputMode="numeric"
            autoComplete="off"
          />
          {values.latencyMode === 'standard' && (
            <Switch
              isOn={values.useSlateForStandardLatency}
              onChange={(isOn) => set('useSlateForStandardLatency', isOn)}
              description="Viewers see a picture while the encoder is away, instead of waiting."
            >
              Show the slate
            </Switch>
          )}
          <TextField
            {...form.field('reconnectSlateUrl')}
            label="Slate picture"
            description="The address of a picture. If empty, the default picture is shown."
            inputMode="url"
            autoComplete="off"
            isMono
          />
          <TextField
            {...form.field('maxMinutes')}
            label="Longest broadcast, minutes"
            inputMode="numeric"
            autoComplete="off"
          />
          <SaveButtons {...foot} />
        </Stack>
      </form>
    </Card>
  )
}
