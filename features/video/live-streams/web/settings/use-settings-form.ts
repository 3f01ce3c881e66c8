import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallInput } from '@playhead/web-kit/calls/call.ts'
import { type FormOptions, useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import { changesStream } from '../detail/use-stream-call.ts'

type Changes = CallInput<typeof liveStreams.update>['body']

interface SettingsFormOptions<V extends object> extends Pick<
  FormOptions<V, unknown>,
  'initial' | 'validate'
> {
  id: string
  changesOf: (values: V) => Changes
  doneTitle: string
}

/** A form whose fields are a part of the settings of a live stream. */
export const useSettingsForm = <V extends object>({
  id,
  initial,
  validate,
  changesOf,
  doneTitle,
}: SettingsFormOptions<V>) => {
  const update = useCall(liveStreams.update, { invalidates: changesStream, quiet: true })
  const form = useForm({
    initial,
    ...(validate && { validate }),
    submit: (values) => update.mutateAsync({ params: { id }, body: changesOf(values) }),
    onDone: () => toasts.show({ type: 'success', title: doneTitle }),
  })
  return {
    form,
    foot: {
      isChanged: JSON.stringify(form.values) !== JSON.stringify(initial),
      isSaving: form.isSubmitting,
      failure: form.failure,
      onDiscard: () => form.reset(initial),
    },
  }
}
