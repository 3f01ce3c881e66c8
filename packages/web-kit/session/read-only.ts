import { useSession } from './use-session.ts'

/** True while the session is read-only, or after a write was refused as read-only until the session is next fetched. KIT-032 */
export const useIsReadOnly = () => useSession().session?.readOnly === true
