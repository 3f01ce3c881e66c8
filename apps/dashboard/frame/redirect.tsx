import { useEffect } from 'react'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'

export const Redirect = ({ to }: { to: string }) => {
  const navigate = useNavigate()
  useEffect(() => {
    navigate(to, { replace: true })
  }, [navigate, to])
  return null
}
