import { useQuery } from '@tanstack/react-query'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { alertJudging } from '../contract.ts'
import { anomaliesWords, judgingWords } from './judging-words.ts'

const refreshMs = 15_000

interface JudgingNoticeProps {
  /** Whether rules are there to be judged. */
  hasRules: boolean
}

/** Shown while rules are not judged or anomalies not searched: a quiet list of incidents says nothing then. */
export const JudgingNotice = ({ hasRules }: JudgingNoticeProps) => {
  const { alertingV2 } = useFlags()
  const { data } = useQuery({
    ...query(alertJudging.retrieveJudging, {}, { quiet: true }),
    enabled: alertingV2,
    refetchInterval: refreshMs,
  })
  if (!data) return null
  const said = [hasRules ? judgingWords(data.data) : undefined, anomaliesWords(data.data)]
  return said.map(
    (words) =>
      words && (
        <div key={words.what} className="mb-3">
          <FormMessage tone="warning">
            <strong className="font-medium">{words.what}</strong> {words.meaning}
          </FormMessage>
        </div>
      ),
  )
}
