/** Replaces the registration of custom elements: they stay elements without behaviour. */
export const registered: readonly string[] = []
