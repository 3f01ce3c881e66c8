import { useQuery } from '@tanstack/react-query'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { alertJudging } from '../contract.ts'
import { judgingWords } from './judging-words.ts'

const refreshMs = 15_000

/** Shown while no rule is judged: a quiet list of incidents says nothing then. */
export const JudgingNotice = () => {
  const { alertingV2 } = useFlags()
  const { data } = useQuery({
    ...query(alertJudging.retrieveJudging, {}, { quiet: true }),
    enabled: alertingV2,
    refetchInterval: refreshMs,
  })
  const words = data && judgingWords(data.data)
  if (!words) return null
  return (
    <div className="mb-3">
      <FormMessage tone="warning">
        <strong className="font-medium">{words.what}</strong> {words.meaning}
      </FormMessage>
    </div>
  )
}
