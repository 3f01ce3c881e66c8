/** Stands where custom elements would be registered: they stay elements without behaviour. */
export const registered: readonly string[] = []
