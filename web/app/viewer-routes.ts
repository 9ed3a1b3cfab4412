/** The addresses of the viewer, by the names of their routes. */
export const viewerRoutes = {
  viewer: "/viewer/:id",
  "set viewer": "/viewer/:id/set/:set",
  "revision viewer": "/viewer/:id/revision/:revision",
  "revision set viewer": "/viewer/:id/set/:set/revision/:revision",
} as const;
