import { useEffect } from 'react'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'

/** From a page of a live stream that is not there to the list. LIVE-014 */
export const useLeaveMissing = (isMissing: boolean) => {
  const navigate = useNavigate()
  const list = usePath()('video/live-streams')
  useEffect(() => {
    if (!isMissing) return
    toasts.show({
      type: 'error',
      title: 'API Request Failed',
      description: 'Could not find that live stream.',
    })
    navigate(list, { replace: true })
  }, [isMissing, navigate, list])
}
