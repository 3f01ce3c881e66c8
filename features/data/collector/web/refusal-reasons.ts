const meanings: Record<string, string> = {
  unknown_environment: 'No environment has this key',
  view_final: 'The view had been silent for an hour',
  invalid_event: 'No name, no view or no number',
  too_many_events: 'More than 300 in one request',
  unreadable: 'Not JSON, no list of events, or packed in an unknown way',
  too_large: 'More than 512 KB',
  unstorable: 'The table of events refused it',
  memory: 'Memory was full',
  unavailable: 'The databases were away',
}

/** A known reason in words; an unknown one as its name. */
export const refusalMeaning = (reason: string) => meanings[reason] ?? reason.replaceAll('_', ' ')
