/** What the dashboard also says by itself: the catalogue of all errors would be fetched before the first page works. */
export const readOnlyMessage = "The API is in read-only mode. Changes can't be saved right now."
export const demoMessage = 'This is a demo: nothing is saved here.'
export const planLacksThis =
  'This feature isn’t available on your plan. Upgrade your plan to use it.'
