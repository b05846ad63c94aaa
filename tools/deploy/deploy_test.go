// Package deploy checks the files of deploy/ with the libraries that will read them.
package deploy

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

const root = "../../"

// objects renders the chart and decodes each object, refusing fields that Kubernetes does not know.
func objects(t *testing.T, values map[string]any) map[string]any {
	t.Helper()
	chart, err := loader.Load(root + "deploy/helm/anamnesis")
	if err != nil {
		t.Fatal(err)
	}
	merged, err := chartutil.ToRenderValues(chart, values, chartutil.ReleaseOptions{Name: "prod", Namespace: "health"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	files, err := (engine.Engine{Strict: true}).Render(chart, merged)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	for file, text := range files {
		if strings.HasSuffix(file, ".tpl") || strings.TrimSpace(text) == "" {
			continue
		}
		var kind struct{ Kind string }
		if err := yaml.Unmarshal([]byte(text), &kind); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, text)
		}
		object := map[string]any{
			"Deployment": &appsv1.Deployment{}, "Service": &corev1.Service{}, "PodDisruptionBudget": &policyv1.PodDisruptionBudget{},
			"NetworkPolicy": &networkingv1.NetworkPolicy{}, "Ingress": &networkingv1.Ingress{}, "HorizontalPodAutoscaler": &autoscalingv2.HorizontalPodAutoscaler{},
		}[kind.Kind]
		if object == nil {
			t.Fatalf("%s: kind %q is not one that the chart is known to have", file, kind.Kind)
		}
		if err := yaml.UnmarshalStrict([]byte(text), object); err != nil {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
		out[kind.Kind] = object
	}
	return out
}

func TestChart(t *testing.T) {
	plain := objects(t, nil)
	for _, kind := range []string{"Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy"} {
		if plain[kind] == nil {
			t.Errorf("no %s", kind)
		}
	}
	d := plain["Deployment"].(*appsv1.Deployment)
	pod := d.Spec.Template.Spec
	c := pod.Containers[0]
	switch {
	case *d.Spec.Replicas != 3:
		t.Error("not three replicas")
	case !*pod.SecurityContext.RunAsNonRoot || !*c.SecurityContext.ReadOnlyRootFilesystem || *c.SecurityContext.AllowPrivilegeEscalation:
		t.Error("the container is not locked down")
	case c.ReadinessProbe.HTTPGet.Path != "/readyz" || c.LivenessProbe.HTTPGet.Path != "/healthz":
		t.Error("wrong probes")
	case *pod.TerminationGracePeriodSeconds < 5+25:
		t.Error("killed before the requests under way are finished")
	}
	for k, v := range plain["Service"].(*corev1.Service).Spec.Selector {
		if d.Spec.Template.Labels[k] != v {
			t.Errorf("the service does not select the pods: %s=%s", k, v)
		}
	}
	all := objects(t, map[string]any{"autoscaling": map[string]any{"enabled": true}, "ingress": map[string]any{"enabled": true}, "sharedLimits": false})
	if all["HorizontalPodAutoscaler"] == nil || all["Ingress"] == nil {
		t.Error("autoscaling or ingress is not rendered")
	}
	if all["Deployment"].(*appsv1.Deployment).Spec.Replicas != nil {
		t.Error("the deployment fights the autoscaler over the number of replicas")
	}
}

// known are the metrics that the program's sources name.
func known(t *testing.T) func(string) bool {
	t.Helper()
	var sources bytes.Buffer
	err := filepath.WalkDir(root+"internal", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		b, err := os.ReadFile(path)
		sources.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := sources.String()
	return func(name string) bool {
		short, ours := strings.CutPrefix(name, "anamnesis_")
		if !ours {
			return name == "up" || strings.HasPrefix(name, "go_") || strings.HasPrefix(name, "process_")
		}
		base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(short, "")
		return strings.Contains(text, `"`+base+`"`) || strings.Contains(text, `"anamnesis_`+base+`"`) ||
			strings.Contains(text, `"`+strings.TrimPrefix(base, "ratelimit_")+`"`)
	}
}

func checkExpr(t *testing.T, known func(string) bool, where, expr string) {
	t.Helper()
	e, err := parser.NewParser(parser.Options{}).ParseExpr(expr)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	parser.Inspect(e, func(n parser.Node, _ []parser.Node) error {
		if v, ok := n.(*parser.VectorSelector); ok && !known(v.Name) {
			t.Errorf("%s: the program has no metric %s", where, v.Name)
		}
		return nil
	})
}

func TestAlerts(t *testing.T) {
	b, err := os.ReadFile(root + "deploy/prometheus/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var groups rulefmt.RuleGroups
	if err := yaml.UnmarshalStrict(b, &struct{ Groups any }{}); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, &groups); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(root + "docs/alerts.md")
	if err != nil {
		t.Fatal(err)
	}
	ok, n := known(t), 0
	for _, g := range groups.Groups {
		for _, r := range g.Rules {
			n++
			checkExpr(t, ok, r.Alert, r.Expr)
			if !strings.Contains(string(page), "\n## "+r.Alert+"\n") || r.Annotations["runbook"] != "docs/alerts.md#"+strings.ToLower(r.Alert) {
				t.Errorf("%s has no section in docs/alerts.md", r.Alert)
			}
		}
	}
	if n < 8 {
		t.Errorf("%d rules read", n)
	}
}

func TestDashboard(t *testing.T) {
	b, err := os.ReadFile(root + "deploy/grafana/anamnesis.json")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(b, &d); err != nil {
		t.Fatal(err)
	}
	ok := known(t)
	for _, p := range d.Panels {
		if len(p.Targets) == 0 {
			t.Errorf("%s shows nothing", p.Title)
		}
		for _, q := range p.Targets {
			checkExpr(t, ok, p.Title, strings.ReplaceAll(q.Expr, "$job", "anamnesis"))
		}
	}
}

// need finds a program; without it the test is skipped, and fails with CI=true.
func need(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is not installed", name)
	default:
		t.Skipf("%s is not installed", name)
	}
	return path
}

func TestNginx(t *testing.T) {
	nginx, dir := need(t, "nginx"), t.TempDir()
	if out, err := exec.Command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
		"-keyout", dir+"/key.pem", "-out", dir+"/cert.pem").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, file := range []string{"deploy/nginx/anamnesis.conf", "deploy/docker/nginx.conf"} {
		b, err := os.ReadFile(root + file)
		if err != nil {
			t.Fatal(err)
		}
		conf := strings.NewReplacer("/etc/ssl/anamnesis", dir, "replica1:", "127.0.0.1:", "replica2:", "127.0.0.1:").Replace(string(b))
		whole := "pid " + dir + "/pid; error_log stderr; events {} http { access_log off; " + conf + " }"
		path := filepath.Join(dir, "nginx.conf")
		if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(nginx, "-t", "-p", dir, "-c", path).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
	}
}

func TestUnit(t *testing.T) {
	analyze, dir := need(t, "systemd-analyze"), t.TempDir()
	b, err := os.ReadFile(root + "deploy/systemd/anamnesis.service")
	if err != nil {
		t.Fatal(err)
	}
	program, _ := os.Executable() // any program that is there
	unit := filepath.Join(dir, "anamnesis.service")
	if err := os.WriteFile(unit, bytes.ReplaceAll(b, []byte("/usr/local/bin/anamnesis"), []byte(program)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "verify", unit).CombinedOutput(); err != nil || bytes.Contains(out, []byte("anamnesis.service")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// The compose file is held to what a compose file may say: services, their images or builds, and what they refer to.
func TestCompose(t *testing.T) {
	b, err := os.ReadFile(root + "deploy/docker/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Services map[string]struct {
			Image     string `json:"image"`
			Build     any    `json:"build"`
			DependsOn any    `json:"depends_on"`
		} `json:"services"`
	}
	if err := yaml.Unmarshal(b, &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Services) != 5 {
		t.Fatalf("%d services", len(f.Services))
	}
	for name, s := range f.Services {
		if (s.Image == "") == (s.Build == nil) {
			t.Errorf("%s has neither or both of image and build", name)
		}
		var on []string
		switch d := s.DependsOn.(type) {
		case []any:
			for _, v := range d {
				on = append(on, v.(string))
			}
		case map[string]any:
			for k := range d {
				on = append(on, k)
			}
		}
		for _, k := range on {
			if _, ok := f.Services[k]; !ok {
				t.Errorf("%s depends on %s, which is not there", name, k)
			}
		}
	}
}
