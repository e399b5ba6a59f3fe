/** Any icon of the icon set, to hand one to a component. */
export type IconComponent = typeof import('@lucide/svelte/icons/folder').default;
