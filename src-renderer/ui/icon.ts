/** Any icon of the icon set, for passing one to a component. */
export type IconComponent = typeof import('@lucide/svelte/icons/folder').default;
