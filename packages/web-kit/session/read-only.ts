import { useSession } from './use-session.ts'

/** True if the session says so or a write was refused for it; the next session read decides again. KIT-032 */
export const useIsReadOnly = () => useSession().session?.readOnly === true
